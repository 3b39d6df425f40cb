import { useId, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import styles from './file-input.module.css'

type Props = { label: string; accept?: string; onFile: (file: File | undefined) => void }

/** Browsers label their own file field in their own language. */
export function FileInput({ label, accept, onFile }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState<string>()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.row}>
        <Button
          size="sm"
          variant="default"
          aria-label={`${t('chooseFile')}: ${label}`}
          onClick={() => input.current?.click()}
        >
          {t('chooseFile')}
        </Button>
        <bdi className={styles.name}>{name ?? t('noFile')}</bdi>
        <input
          ref={input}
          id={id}
          type="file"
          hidden
          accept={accept}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            setName(file?.name)
            onFile(file)
          }}
        />
      </div>
    </div>
  )
}
