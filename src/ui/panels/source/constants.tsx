import { useTexts } from '../../i18n';
import type { Orrery } from '../../stores';
import { Breakable } from '../../widgets';
import styles from './source.module.css';
import type { SourcePart } from './sources';
import { sourceTexts } from './texts';

export interface ConstantsProps {
  readonly orrery: Orrery;
  /** Those of the file itself and of what it is made of, in that order. */
  readonly parts: readonly SourcePart[];
}

/** Constants of some files with their values, meaning and source. */
export function Constants({ orrery, parts }: ConstantsProps) {
  const t = useTexts(orrery, sourceTexts);
  const constants = parts.flatMap((part) =>
    part.constants.map((each) => ({ ...each, file: part.file })),
  );
  if (constants.length === 0) return undefined;
  return (
    <table className={styles.constants}>
      <caption>{t('constants')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('value')}</th>
          <th scope="col">{t('about')}</th>
        </tr>
      </thead>
      <tbody translate="no" lang="en">
        {constants.map(({ name, value, about, file }) => (
          <tr key={`${file} ${name}`} title={file}>
            <th scope="row" aria-label={name}>
              <Breakable text={name} />
            </th>
            <td>{value}</td>
            <td>{about}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
