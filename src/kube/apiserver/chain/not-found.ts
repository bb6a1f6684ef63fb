/**
 * The answer where nobody has the path.
 *
 * Upstream    net/http NotFound; kubernetes v1.27 staging/src/k8s.io/apiserver
 *             pkg/util/notfoundhandler/not_found_handler.go
 */
import type { TextAnswer } from '../../component/healthz';

export const NOT_FOUND: TextAnswer = {
  status: 404,
  contentType: 'text/plain; charset=utf-8',
  body: '404 page not found\n',
};
