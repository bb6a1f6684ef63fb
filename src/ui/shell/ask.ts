import { createStore, type StoreApi } from 'zustand/vanilla';

/** One question that waits for the person. */
export interface Question {
  /** Later acts of the timeline that would be cut. */
  readonly laterActs: number;
  answer(goOn: boolean): void;
}

export interface Asking {
  readonly pending: StoreApi<{ readonly question: Question | undefined }>;
  /** Shows the question; a question that was still open is answered with no. */
  confirmCut(laterActs: number): Promise<boolean>;
}

export function createAsking(): Asking {
  const pending = createStore<{ question: Question | undefined }>(() => ({ question: undefined }));
  return {
    pending,
    confirmCut: (laterActs) =>
      new Promise((resolve) => {
        pending.getState().question?.answer(false);
        const answer = (goOn: boolean): void => {
          pending.setState({ question: undefined });
          resolve(goOn);
        };
        pending.setState({ question: { laterActs, answer } });
      }),
  };
}
