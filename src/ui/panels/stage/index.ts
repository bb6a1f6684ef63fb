export { Stage, type StageProps } from './stage';
