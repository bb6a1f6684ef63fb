/** For tests of commands: catches what they write to both outputs. */
export class CaughtOutput {
  out = '';
  err = '';
  #restore: (() => void)[] = [];

  begin(): void {
    this.out = '';
    this.err = '';
    this.#catch(process.stdout, (text) => {
      this.out += text;
    });
    this.#catch(process.stderr, (text) => {
      this.err += text;
    });
  }

  end(): void {
    for (const restore of this.#restore.splice(0)) restore();
  }

  #catch(stream: NodeJS.WriteStream, take: (text: string) => void): void {
    const { write } = stream;
    this.#restore.push(() => {
      stream.write = write;
    });
    stream.write = (text: unknown) => {
      take(String(text));
      return true;
    };
  }
}
