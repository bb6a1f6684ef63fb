import { useStore } from 'zustand';
import type { Orrery } from '../../stores';
import { purposeInChinese } from './purposes-zh';
import type { SourcePart } from './sources';

export interface PurposeWordsProps {
  readonly orrery: Orrery;
  readonly part: SourcePart;
}

/** What a file is for: in Chinese where that is written, else in the words of its header. */
export function PurposeWords({ orrery, part }: PurposeWordsProps) {
  const language = useStore(orrery.settings, (state) => state.language);
  const chinese = language === 'zh' ? purposeInChinese(part.file) : undefined;
  if (chinese !== undefined) return <span>{chinese}</span>;
  return (
    <span translate="no" lang="en">
      {part.purpose}
    </span>
  );
}
