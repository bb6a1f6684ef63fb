import type { Language } from '../../stores';

/** What is simpler in a hook than upstream, by what its description says in English. */
const NOTES: Readonly<Record<string, string>> = {
  'The file never changes.': '文件从不改变。',
  'The files never change.': '文件从不改变。',
  'The loop does not run.': '循环不运行。',
  'Requests are not queued.': '请求不排队。',
  'There are no such metrics.': '没有这些指标。',
  'Objects are not counted.': '不计对象的数量。',
  'Discovery waits for the informer and has no documents.': '发现等待 informer，没有文档。',
  'What a gate decides is as by its default in the version.':
    '由 feature gate 决定的部分，按它在该版本中的默认值。',
  'Fields that defaults add to a spec are not compared.': '不比较默认值在 spec 中补上的字段。',
  'A request that is under way when the time is over is waited for.':
    '时间已到而仍在途中的请求，会等它结束。',
  'The certificates are stand-ins made from the names of their files.':
    '证书是由其文件名生成的替代物。',
  'It lists the Leases at each round instead of keeping an informer.':
    '每一轮都 list 各个 Lease，而不维护 informer。',
  'No peer lease is written.': '不写同伴的租约。',
  'No peer lease is removed, as none was written.': '不删除同伴的租约，因为没有写过。',
  'It takes a sampled time and sends no requests.': '它用去一段抽取的时间，不发请求。',
  'The controller does not run.': '控制器不运行。',
  'No extension server answers.': '没有扩展 server 应答。',
  'A handler is there as soon as the informer has the APIService.':
    'informer 一有 APIService，handler 就在。',
  'The document is put together when it is asked for.': '文档在被请求时才拼成。',
  'No StorageVersion is written.': '不写 StorageVersion。',
  'There are no OpenAPI documents.': '没有 OpenAPI 文档。',
};

/** Whether such a note has Chinese words; for the test of all hooks. */
export const hasChineseNote = (note: string): boolean => Object.hasOwn(NOTES, note);

/** A note of a hook's description in the person's language. */
export const hookNote = (note: string, language: Language): string =>
  language === 'zh' && hasChineseNote(note) ? NOTES[note] : note;
