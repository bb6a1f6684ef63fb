/** Why a line is not carried out. */

/** What we say ourselves; the page has these in both languages. */
export type OwnRefusal =
  | 'open-quote'
  | 'shell'
  | 'empty'
  | 'help'
  | 'verb-not-modelled'
  | 'create-not-modelled'
  | 'nothing-runs'
  | 'flag-not-modelled'
  | 'output-not-modelled'
  | 'only-stdin'
  | 'needs-manifest';

export type Refusal =
  /** kubectl's own words. */
  | { readonly by: 'kubectl'; readonly text: string }
  | {
      readonly by: 'orrery';
      readonly why: OwnRefusal;
      readonly detail: string;
    };

const SENTENCES: Readonly<Record<OwnRefusal, (detail: string) => string>> = {
  'open-quote': (quote) => `the quote ${quote} is not closed`,
  shell: (sign) => `there is no shell: ${sign} must stand in quotes`,
  empty: () => 'expected a kubectl command line',
  help: () => 'help is for people; it sends no request',
  'verb-not-modelled': (verb) => `kubectl ${verb}: not modelled yet`,
  'create-not-modelled': (verb) =>
    `kubectl ${verb}: not modelled yet; give the object as a manifest (apply -f -)`,
  'nothing-runs': (verb) =>
    `kubectl ${verb}: no container runs here, so there is nothing to read, enter or reach`,
  'flag-not-modelled': (flag) => `${flag}: not modelled yet`,
  'output-not-modelled': (format) => `-o ${format}: not modelled yet`,
  'only-stdin': (file) => `-f ${file}: there are no files; a manifest comes by -f -`,
  'needs-manifest': (act) =>
    `-f - reads a manifest, which a line does not have; write it as a step "${act}"`,
};

/** The refusal in English, as faults of a scenario are. */
export const refusalText = (refusal: Refusal): string =>
  refusal.by === 'kubectl' ? refusal.text : SENTENCES[refusal.why](refusal.detail);

/** Ends reading. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusalText(refusal));
    this.refusal = refusal;
  }
}

/** Ends reading with what kubectl prints: `error: ...`. */
export const failing = (message: string): Refused =>
  new Refused({ by: 'kubectl', text: `error: ${message}` });

/** The same, with where help would be found. Upstream: cmdutil.UsageErrorf. */
export const misused = (path: string, message: string): Refused =>
  failing(`${message}\nSee '${path} -h' for help and examples`);

export const refusing = (why: OwnRefusal, detail = ''): Refused =>
  new Refused({ by: 'orrery', why, detail });
