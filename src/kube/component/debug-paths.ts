/**
 * What --profiling adds to a server: `/debug/pprof/` and `/debug/flags`.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/server/routes (profiling.go,
 *             flags.go), Go net/http/pprof
 * Simplified  there is no program to profile: what would show one is 501, which upstream never
 *             answers; flags are not set over HTTP
 */

export interface DebugText {
  readonly status: number;
  readonly body: string;
}

const PPROF = '/debug/pprof';
const FLAGS = '/debug/flags';
/** The index, those that Go keeps by name, and those with a handler. */
const PROFILES: ReadonlySet<string> = new Set([
  ...['', 'allocs', 'block', 'goroutine', 'heap', 'mutex', 'threadcreate', 'profile', 'trace'],
]);

const NOT_MODELLED: DebugText = {
  status: 501,
  body: 'profiles are not modelled here: there is no program to profile\n',
};
const UNKNOWN_PROFILE: DebugText = { status: 404, body: 'Unknown profile\n' };
/** What is set by PUT cannot be read. */
const UNSUPPORTED: DebugText = { status: 406, body: 'unsupported http method\n' };
const FLAG_INDEX = `<html>
<head>
<title>/debug/flags/</title>
</head>
<body>
/debug/flags/<br>
<br>
flags:<br>
<table>

<tr>v<br>

</table>
<br>
full flags configurable<br>
</body>
</html>
`;

/** The answer to a GET of a server with --profiling; undefined for all other paths. */
export function debugAnswer(path: string): DebugText | undefined {
  if (path === PPROF || path.startsWith(`${PPROF}/`)) {
    const name = path.slice(PPROF.length + 1);
    if (name === 'symbol') return { status: 200, body: 'num_symbols: 1\n' };
    return PROFILES.has(name) ? NOT_MODELLED : UNKNOWN_PROFILE;
  }
  if (path === `${FLAGS}/v`) return UNSUPPORTED;
  const isIndex = path === FLAGS || path.startsWith(`${FLAGS}/`);
  return isIndex ? { status: 200, body: FLAG_INDEX } : undefined;
}
