import { spelling } from '@reelay/api/contract'
import type { MisspelledWord } from '@reelay/subtitles/checks'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useTranslation } from '../../../i18n/i18n.ts'
import { languageTag } from '../../../ui/format/format.ts'
import { StatusTag } from '../../../ui/text/status-tag.tsx'
import { useHasPermission } from '../../shared/current-user.ts'
import { useEditor } from '../editor-context.ts'
import lineStyles from '../lines/line-editor.module.css'
import type { EditorLine } from '../model/draft.ts'
import { replaceWord } from './words.ts'
import styles from './spelling.module.css'

/** A misspelled word: replace it with a similar one, or add it to the dictionary of the studio. */
export function SpellingFinding({
  line,
  word: { word, suggestions },
}: {
  line: EditorLine
  word: MisspelledWord
}) {
  const { t } = useTranslation('checks')
  const { actions, rules, readOnly, spelling: checks } = useEditor()
  const mayAdd = useHasPermission('translation.approve')
  const add = useEndpointMutation(spelling.addStudioWord, {
    invalidates: [],
    onSuccess: checks.lookUpAgain,
  })
  const { studio, language } = rules
  return (
    <div className={styles.word} role="group" aria-label={t('spelling.about', { word })}>
      <StatusTag tone="warning">{t('rule.SPELLING', { value: word })}</StatusTag>
      <div className={styles.choices}>
        {!readOnly &&
          suggestions.map((suggestion) => (
            <button
              key={suggestion}
              type="button"
              className={lineStyles.smallButton}
              onClick={() =>
                actions.replaceText(line._id, replaceWord(line.text, word, suggestion))
              }
            >
              <span className="visually-hidden">{t('spelling.replaceBy')} </span>
              <span lang={languageTag(language)} dir="auto">
                {suggestion}
              </span>
            </button>
          ))}
        {mayAdd && (
          <button
            type="button"
            className={lineStyles.smallButton}
            disabled={add.isPending}
            onClick={() => add.mutate({ params: { id: studio }, body: { language, word } })}
          >
            {t('spelling.add')}
          </button>
        )}
      </div>
    </div>
  )
}
