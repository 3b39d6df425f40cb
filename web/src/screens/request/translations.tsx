import { useState } from 'react'
import { Button } from '@mantine/core'
import type { lines as sheets, translations, workrequests } from '@reelay/api/contract'
import { TranslationStatus } from '../../records/status.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { Section } from '../../ui/section.tsx'
import { count, languageTag } from '../../ui/words.ts'
import styles from './request.module.css'

export function Translations({ request: { translation, graphicsTranslation } }: { request: workrequests.WorkRequest }) {
  return (
    <>
      <TranslationSection title="Dialogue translation" translation={translation} />
      <TranslationSection title="Graphics translation" translation={graphicsTranslation} />
    </>
  )
}

function TranslationSection({ title, translation }: { title: string; translation: translations.TranslationEmbedded }) {
  const { status, translator, lines } = translation
  return (
    <Section title={title} card note={<TranslationStatus status={status} />}>
      <div className={styles.lesser}>
        {translator ? `Translator: ${translator.name}` : 'No translator yet'} · {lines.length ? progressOf(lines) : 'no lines yet'}
      </div>
      {lines.length > 0 && <Lines lines={lines} language={translation.language} label={title} />}
    </Section>
  )
}

function progressOf(lines: sheets.Line[]): string {
  const said = lines.filter(({ text }) => text).length
  return said === lines.length ? count(lines.length, 'line') : `${said} of ${count(lines.length, 'line')} translated`
}

const FIRST = 6
/** A feature has some two thousand lines: enough at a time to read on, few enough to draw at once. */
const MORE = 200

function Lines({ lines, language, label }: { lines: sheets.Line[]; language: string; label: string }) {
  const [shown, setShown] = useState(FIRST)
  return (
    <>
      <ol className={styles.lines} aria-label={`Lines of the ${label.toLowerCase()}`}>
        {lines.slice(0, shown).map(({ number, startTime, text, source }) => (
          <li key={number} className={styles.line}>
            <span className={styles.number}>{number}</span>
            <span className={styles.times}>{startTime}</span>
            {text
              ? <span className={styles.text} lang={languageTag(language)} dir="auto"><RichText html={text} /></span>
              : <span className={`${styles.text} ${styles.lesser}`} dir="auto">{source ? <>Not translated yet: <RichText html={source} /></> : 'Nothing said yet'}</span>}
          </li>
        ))}
      </ol>
      {shown < lines.length && (
        <Button className={styles.moreLines} variant="default" size="sm" onClick={() => setShown(shown + MORE)}>
          {lines.length <= shown + MORE ? `Show all ${lines.length} lines` : `Show ${MORE} more lines`}
        </Button>
      )}
    </>
  )
}
