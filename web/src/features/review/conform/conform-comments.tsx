import { useState } from 'react'
import { Button } from '@mantine/core'
import { offlines } from '@reelay/api/contract'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useTranslation } from '../../../i18n/i18n.ts'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { formatNumber } from '../../../ui/format/format.ts'
import { SourceForm, useReport } from '../../translation-editor/conform/source-form.tsx'
import dialogs from '../../translation-editor/dialogs/dialogs.module.css'
import { CommentPlan } from './comment-plan.tsx'
import { useCommentPlan, type CommentSource } from './use-comment-plan.ts'

type Props = {
  offline: offlines.Offline
  /** The versions before, the newest first. */
  earlier: readonly offlines.Offline[]
  close: () => void
}

/** Chooses how the cuts are compared, shows where the comments would be, and applies it. */
export function ConformComments({ offline, earlier, close }: Props) {
  const { t } = useTranslation(['conform', 'review'])
  const [from, setFrom] = useState(earlier[0]?._id)
  const [source, setSource] = useState<CommentSource | null>(null)
  const plan = useCommentPlan(offline._id, from, source)
  const apply = useEndpointMutation(offlines.conformComments, {
    invalidates: ['/offlines'],
    silent: true,
    onSuccess: ({ comments }) => {
      close()
      showToast(t('comments.done', { count: comments.length }))
    },
  })
  if (!source)
    return (
      <>
        <Select
          label={t('comments.from')}
          value={from}
          options={earlier.map(({ _id, version }) => ({
            value: _id,
            name: t('review:version', { version: formatNumber(version) }),
          }))}
          onChange={setFrom}
        />
        <SourceForm
          methods={['films', 'list', 'stretch']}
          films={(props) => <VersionFilms {...props} />}
          close={close}
          onSubmit={setSource}
        />
      </>
    )
  const error = plan.error ?? apply.error
  const back = () => {
    apply.reset()
    setSource(null)
  }
  if (error || !plan.data)
    return (
      <>
        {error ? (
          <ErrorAlert error={error} />
        ) : (
          <>
            <p role="status">{source.kind === 'films' ? t('comparing') : t('planning')}</p>
            <ProgressBar label={t('comparing')} value={plan.progress} />
          </>
        )}
        <div className={dialogs.actions}>
          <Button variant="default" onClick={back}>
            {t('back')}
          </Button>
        </div>
      </>
    )
  const { from: before } = plan.data
  return (
    <CommentPlan
      plan={plan.data}
      films={{ old: before, new: offline._id }}
      isSending={apply.isPending}
      apply={(decisions) =>
        apply.mutate({
          params: { id: offline._id },
          body: { by: source, from: before, apply: true, decisions },
        })
      }
      back={back}
    />
  )
}

/** Both films are known: there is nothing to choose. */
function VersionFilms({ onChange }: { onChange: (source: { kind: 'films' } | null) => void }) {
  const { t } = useTranslation('conform')
  useReport({ kind: 'films' } as const, onChange)
  return <p className={dialogs.secondary}>{t('comments.filmsHint')}</p>
}
