export * from './acts';
export { listedLanes } from './shown';
export { timelineTexts } from './texts';
export { Timeline, type TimelineProps } from './timeline';
