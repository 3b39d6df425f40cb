import { useState } from 'react'
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useTranslation } from '../../wording.ts'
import { SearchMark } from '../marks.tsx'
import styles from './fields.module.css'

export type Found = { value: string; name: string; note?: string | undefined }
type Parts = { label: string; error?: string | undefined; /** Undefined while it is being looked for. */ useFound: (q: string) => Found[] | undefined; onChoose: (found: Found) => void }

/** One of very many, by a few letters of its name. */
export function Finder({ label, error, useFound, onChoose }: Parts) {
  const [q, setQ] = useState('')
  const [asked] = useDebouncedValue(q.trim(), 200)
  const choose = (found: Found) => { setQ(''); onChoose(found) }
  return (
    <div className={styles.finder}>
      <TextInput
        type="search" role="searchbox" aria-label={label} placeholder={label} value={q} error={error} autoComplete="off" spellCheck={false} maxLength={200} leftSection={<SearchMark />}
        onChange={({ currentTarget }) => setQ(currentTarget.value)}
        onKeyDown={(event) => { if (event.key === 'Enter') event.preventDefault(); if (event.key === 'Escape' && q) { event.preventDefault(); event.stopPropagation(); setQ('') } }}
      />
      {asked && q && <Results label={label} q={asked} useFound={useFound} onChoose={choose} />}
    </div>
  )
}

function Results({ label, q, useFound, onChoose }: { label: string; q: string } & Pick<Parts, 'useFound' | 'onChoose'>) {
  const { t } = useTranslation()
  const found = useFound(q)
  if (!found) return <p className={styles.nothing} role="status">{t('loading')}</p>
  if (found.length === 0) return <p className={styles.nothing} role="status">{t('nothingFound')}</p>
  return (
    <ul className={styles.found} aria-label={label}>
      {found.map((one) => <li key={one.value}><button type="button" onClick={() => onChoose(one)}><span dir="auto">{one.name}</span>{one.note && <small dir="auto">{one.note}</small>}</button></li>)}
    </ul>
  )
}
