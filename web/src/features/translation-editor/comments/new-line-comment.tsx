import { useState } from 'react'
import { Button, Textarea } from '@mantine/core'
import { comments } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { languageTag } from '../../../ui/format/format.ts'
import { useEditor } from '../editor-context.ts'
import { toFieldText, toMarkup } from '../lines/field-text.ts'
import type { EditorLine } from '../model/draft.ts'
import { LINE_COMMENT_PATHS } from './use-line-comments.ts'
import styles from './line-comments.module.css'

type Props =
  | { line: EditorLine; replyTo?: undefined }
  | { replyTo: comments.LineComment; line?: undefined }

/** A comment, another text for the line, or both. Ctrl and Enter send it. */
export function NewLineComment({ line, replyTo }: Props) {
  const { t } = useTranslation('translation-editor')
  const { translation, rules } = useEditor()
  const [text, setText] = useState('')
  const [suggested, setSuggested] = useState<string | null>(null)
  const create = useEndpointMutation(comments.createLineComment, {
    invalidates: LINE_COMMENT_PATHS,
    onSuccess: () => {
      setText('')
      setSuggested(null)
    },
  })
  const isChanged = line && suggested !== null && toMarkup(suggested) !== line.text
  const isReady = text.trim() !== '' || isChanged
  const send = () => {
    if (!isReady || create.isPending) return
    create.mutate({
      params: { id: translation._id },
      body: {
        line: line?._id ?? replyTo!.line,
        text,
        ...(isChanged && { suggestion: toMarkup(suggested) }),
        ...(replyTo && { replyTo: replyTo._id }),
      },
    })
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }
  const label = t(replyTo ? 'comments.reply' : 'comments.new')
  return (
    <div className={styles.form} onKeyDown={onKeyDown} role="group" aria-label={label}>
      <Textarea
        aria-label={label}
        placeholder={label}
        data-line-comment={replyTo ? undefined : ''}
        value={text}
        autosize
        minRows={1}
        maxLength={5000}
        dir="auto"
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {suggested !== null && (
        <Textarea
          label={t('comments.suggestedText')}
          value={suggested}
          autosize
          autoFocus
          maxLength={2000}
          dir="auto"
          lang={languageTag(rules.language)}
          onChange={({ currentTarget }) => setSuggested(currentTarget.value)}
        />
      )}
      <span className={styles.buttons}>
        {line && suggested === null && (
          <button
            type="button"
            className={styles.link}
            onClick={() => setSuggested(toFieldText(line.text))}
          >
            {t('comments.suggest')}
          </button>
        )}
        {(isReady || suggested !== null) && (
          <Button size="compact-sm" onClick={send} disabled={!isReady} loading={create.isPending}>
            {t(isChanged ? 'comments.sendSuggestion' : 'comments.send')}
          </Button>
        )}
      </span>
    </div>
  )
}
