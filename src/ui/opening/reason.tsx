import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Language, Orrery } from '../stores';

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
  const translate = useTranslation(orrery);
  const translated = translate(reason);
  if (translated !== undefined) return <span>{translated}</span>;
  return (
    <span lang="en" translate="no">
      {reason}
    </span>
  );
}

/** The same for reasons that stand within a sentence. */
export function useReasonWords(orrery: Orrery): (reason: string) => string {
  const translate = useTranslation(orrery);
  return useCallback((reason) => translate(reason) ?? reason, [translate]);
}

/** The same for what is said once. */
export async function reasonWords(reason: string, language: Language): Promise<string> {
  if (language === 'en') return reason;
  const { reasonInChinese } = await import('./reasons-zh');
  return reasonInChinese(reason) ?? reason;
}

const AS_IT_IS: Translation = (reason) => reason;
const NOT_YET: Translation = () => undefined;

function useTranslation(orrery: Orrery): Translation {
  const language = useStore(orrery.settings, (state) => state.language);
  const [chinese, setChinese] = useState<{ readonly to: Translation }>();
  useEffect(() => {
    if (language === 'en') return;
    let wanted = true;
    void import('./reasons-zh').then(({ reasonInChinese }) => {
      if (wanted) setChinese({ to: reasonInChinese });
    });
    return () => {
      wanted = false;
    };
  }, [language]);
  return language === 'en' ? AS_IT_IS : (chinese?.to ?? NOT_YET);
}
