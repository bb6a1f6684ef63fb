import { createContext, useContext } from 'react';
import type { Catalogue, PlacedFault, YamlEdit } from '#protocol';
import type { Translate } from '../../i18n';
import type { Orrery } from '../../stores';
import type { editorTexts } from '../texts';
import type { FormModel, Path } from './read-form';

/** What every part of the form needs. */
export interface FormContext {
  readonly orrery: Orrery;
  readonly form: FormModel;
  readonly t: Translate<typeof editorTexts.en>;
  readonly catalogue: Catalogue | undefined;
  readonly faults: readonly PlacedFault[];
  edit(edits: readonly YamlEdit[]): void;
  /** Runs what is written, after a number was dragged. */
  apply(): void;
  /** Shows a field in the text. */
  show(path: Path): void;
  /** What is wrong with a field, in words. */
  faultAt(path: Path): string | undefined;
}

export const FormPlace = createContext<FormContext | undefined>(undefined);

export function useForm(): FormContext {
  const context = useContext(FormPlace);
  if (!context) throw new Error('a part of the form stands outside of it');
  return context;
}
