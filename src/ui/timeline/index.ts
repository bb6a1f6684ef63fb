export * from './acts';
export * from './lane-acts';
export { listedLanes } from './shown';
export { timelineTexts } from './texts';
export { Timeline, type TimelineProps } from './timeline';
