export * from './acts';
export { timelineTexts } from './texts';
export { Timeline, type TimelineProps } from './timeline';
