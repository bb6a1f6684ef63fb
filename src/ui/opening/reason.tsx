import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Orrery } from '../stores';

export interface ReasonProps {
  readonly orrery: Orrery;
  /** Why an input was refused or changed, in English as the reader of the input says it. */
  readonly reason: string;
}

type Translation = (reason: string) => string | undefined;

/**
 * A reason in the person's language. What a component of Kubernetes or the YAML reader says stays
 * English and is marked so.
 */
export function Reason({ orrery, reason }: ReasonProps) {
  const language = useStore(orrery.settings, (state) => state.language);
  const [translate, setTranslate] = useState<{ readonly to: Translation }>();
  useEffect(() => {
    if (language === 'en') return;
    let wanted = true;
    void import('./reasons-zh').then(({ reasonInChinese }) => {
      if (wanted) setTranslate({ to: reasonInChinese });
    });
    return () => {
      wanted = false;
    };
  }, [language]);
  const translated = language === 'en' ? reason : translate?.to(reason);
  if (translated !== undefined) return <span>{translated}</span>;
  return (
    <span lang="en" translate="no">
      {reason}
    </span>
  );
}
