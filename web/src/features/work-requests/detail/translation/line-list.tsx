import { useState } from 'react'
import { Button } from '@mantine/core'
import type { lines as textTracks } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { RichText } from '../../../../ui/text/rich-text.tsx'
import { languageTag } from '../../../../ui/format/format.ts'
import section from '../section.module.css'
import styles from './translation.module.css'

const INITIALLY_SHOWN = 6
/** A feature film has about 2,000 lines. This many can be rendered at once. */
const PAGE_SIZE = 200

export function LineList({
  lines,
  language,
  label,
}: {
  lines: textTracks.Line[]
  language: string
  label: string
}) {
  const { t } = useTranslation('request')
  const [shown, setShown] = useState(INITIALLY_SHOWN)
  return (
    <>
      <ol className={styles.lines} aria-label={label}>
        {lines.slice(0, shown).map(({ _id, number, startTime, text, source }) => (
          <li key={_id} className={styles.line}>
            <span className={styles.number}>{number}</span>
            <span className={styles.timecode} dir="ltr">
              {startTime}
            </span>
            {text ? (
              <span className={styles.lineText} lang={languageTag(language)} dir="auto">
                <RichText html={text} />
              </span>
            ) : (
              <span className={`${styles.lineText} ${section.hint}`} dir="auto">
                {source ? (
                  <>
                    {t('translation.untranslated')}{' '}
                    <bdi>
                      <RichText html={source} />
                    </bdi>
                  </>
                ) : (
                  t('translation.empty')
                )}
              </span>
            )}
          </li>
        ))}
      </ol>
      {shown < lines.length && (
        <Button
          className={styles.moreLines}
          variant="default"
          size="sm"
          onClick={() => setShown(shown + PAGE_SIZE)}
        >
          {lines.length <= shown + PAGE_SIZE
            ? t('translation.all', { count: lines.length })
            : t('translation.more', { count: PAGE_SIZE })}
        </Button>
      )}
    </>
  )
}
