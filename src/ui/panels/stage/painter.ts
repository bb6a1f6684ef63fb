/**
 * Writes changed attributes straight into the elements that carry a `data-part`, and only when they
 * changed: React lays the picture out, the painter moves it.
 */
type Part = HTMLElement | SVGElement;

export class Painter {
  readonly #parts = new Map<string, Part>();
  /** What was written into an element says nothing about the one that takes its place. */
  readonly #written = new WeakMap<Part, Map<string, string | undefined>>();

  /** Takes the parts below `root` as they are now. Call after each time React changed them. */
  adopt(root: ParentNode): void {
    this.#parts.clear();
    for (const element of root.querySelectorAll<Part>('[data-part]')) {
      this.#parts.set(element.dataset.part as string, element);
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

  #changed(part: string, name: string, value: string | undefined): Part | undefined {
    const element = this.#parts.get(part);
    if (!element) return undefined;
    let written = this.#written.get(element);
    if (!written) {
      written = new Map();
      this.#written.set(element, written);
    } else if (written.has(name) && written.get(name) === value) return undefined;
    written.set(name, value);
    return element;
  }
}
