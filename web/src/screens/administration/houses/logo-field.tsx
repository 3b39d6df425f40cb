import { files } from '@reelay/api/contract'
import { useTranslation } from '../../../wording.ts'
import { useAnswer } from '../../../answers.ts'
import { Finder, type Found } from '../../../ui/fields/finder.tsx'
import styles from '../../../ui/fields/fields.module.css'

type Parts = { value: string | null; studio: string; error: string | undefined; onChange: (file: string | null) => void }

/** A logo is a picture that lies in the library already. */
export function LogoField({ value, studio, error, onChange }: Parts) {
  const { t } = useTranslation(['houses', 'common'])
  const { data: file } = useAnswer(files.getFile, { params: { id: value ?? '' } }, { enabled: value !== null })
  const useFound = (q: string): Found[] | undefined => {
    const { data } = useAnswer(files.listFiles, { query: { q, ...(studio && { studio }) }, range: { first: 0, last: 19 } })
    return data?.items.filter(({ mime }) => mime?.startsWith('image/')).slice(0, 6).map(({ _id, name }) => ({ value: _id, name }))
  }
  return (
    <fieldset className={styles.set}>
      <legend className={styles.legend}>{t('logo.title')}</legend>
      <p className={styles.note}>{t('logo.note')}</p>
      {value !== null && (
        <p className={styles.chips}><span className={styles.chip}><span dir="auto">{file?.name ?? '…'}</span><button type="button" className={styles.drop} aria-label={t('common:removeThis', { name: file?.name ?? t('logo.title') })} onClick={() => onChange(null)}>×</button></span></p>
      )}
      <Finder label={t('logo.find')} error={error} useFound={useFound} onChoose={(found) => onChange(found.value)} />
    </fieldset>
  )
}
