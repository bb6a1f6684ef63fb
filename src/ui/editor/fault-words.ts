/** Faults in the person's language; what a component of Kubernetes says keeps its own words. */
import { reasonInChinese } from '../opening/reasons-zh';
import type { Language } from '../stores';

/** The reason of a fault, which the program words in English, in the person's language. */
export function faultWords(reason: string, language: Language): string {
  return language === 'zh' ? (reasonInChinese(reason) ?? reason) : reason;
}

export const hasChineseWords = (reason: string): boolean => reasonInChinese(reason) !== undefined;
