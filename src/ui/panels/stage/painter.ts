/**
 * Writes changed attributes straight into the elements that carry a `data-part`, and only when they
 * changed: React lays the picture out, the painter moves it.
 */
export class Painter {
  readonly #parts = new Map<string, HTMLElement | SVGElement>();
  readonly #written = new Map<string, string | undefined>();

  /** Takes the parts below `root` as they are now. Call after each time React changed them. */
  adopt(root: ParentNode): void {
    const before = new Map(this.#parts);
    this.#parts.clear();
    for (const element of root.querySelectorAll<HTMLElement | SVGElement>('[data-part]')) {
      const part = element.dataset.part as string;
      this.#parts.set(part, element);
      // What was written into another element says nothing about this one.
      if (before.get(part) !== element) this.#forget(part);
    }
  }

  /** Sets an attribute; undefined takes it away. */
  attribute(part: string, name: string, value: string | number | undefined): void {
    const element = this.#changed(part, name, value === undefined ? undefined : String(value));
    if (!element) return;
    if (value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, String(value));
  }

  text(part: string, value: string): void {
    const element = this.#changed(part, '#text', value);
    if (element) element.textContent = value;
  }

  /** Sets a style property by script, which a strict content security policy allows. */
  style(part: string, name: string, value: string): void {
    this.#changed(part, `style ${name}`, value)?.style.setProperty(name, value);
  }

  #changed(
    part: string,
    name: string,
    value: string | undefined,
  ): HTMLElement | SVGElement | undefined {
    const element = this.#parts.get(part);
    if (!element) return undefined;
    const key = `${part}\n${name}`;
    if (this.#written.has(key) && this.#written.get(key) === value) return undefined;
    this.#written.set(key, value);
    return element;
  }

  #forget(part: string): void {
    for (const key of this.#written.keys()) {
      if (key.startsWith(`${part}\n`)) this.#written.delete(key);
    }
  }
}
