import type { MisspelledWord } from '@reelay/subtitles/checks'
import { useTranslation } from '../../i18n/i18n.ts'
import panel from '../review/panel.module.css'
import styles from './scripts.module.css'

type Props = { words: readonly MisspelledWord[]; onReplace: (word: string, by: string) => void }

/** The words of a line that are not in the dictionary, with similar ones to replace them. */
export function MisspelledWords({ words, onReplace }: Props) {
  const { t } = useTranslation('scripts')
  if (words.length === 0) return null
  return (
    <ul className={styles.misspelled}>
      {words.map(({ word, suggestions }) => (
        <li key={word}>
          {t('spelling.unknown')} <b dir="auto">{word}</b>
          {suggestions.map((suggestion) => (
            <button
              key={suggestion}
              type="button"
              className={panel.smallButton}
              onClick={() => onReplace(word, suggestion)}
            >
              <span className="visually-hidden">{t('spelling.replaceBy')} </span>
              <span dir="auto">{suggestion}</span>
            </button>
          ))}
        </li>
      ))}
    </ul>
  )
}
