/** Times of Kubernetes' JSON; the exports need them too, so they stand in the base. */
export { formatMicroTime, formatTime, parseTime } from '#base';
