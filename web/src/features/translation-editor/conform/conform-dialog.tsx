import { useState } from 'react'
import { Button } from '@mantine/core'
import { translations } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useService } from '../../../api/service-context.ts'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import dialogs from '../dialogs/dialogs.module.css'
import { useEditor } from '../editor-context.ts'
import { PlanReview, type PlanDecisions } from './plan-review.tsx'
import { PreviewFields, SourceForm } from './source-form.tsx'
import { useConformPlan } from './use-conform-plan.ts'

type Source = translations.ConformSource

/** Chooses the new cut, shows what would happen to each line, and applies it. */
export function ConformDialog({ asset, close }: { asset: string; close: () => void }) {
  const { t } = useTranslation(['conform', 'common'])
  const { store, translation } = useEditor()
  const [source, setSource] = useState<Source | null>(null)
  const plan = useConformPlan(translation._id, source)
  const restore = useRestore(translation._id)
  const apply = useEndpointMutation(translations.conformTranslation, {
    invalidates: ['/translations', '/workrequests'],
    silent: true,
    onSuccess: ({ applied }, { body }) => {
      if (!applied) return
      store.mergeReply(applied)
      void store.fetchChanges()
      close()
      const revision = body.revision!
      showToast(t('done', { count: applied.lines.length + applied.removed.length }), {
        action: { name: t('undo'), run: () => void restore(revision) },
      })
    },
  })
  if (!source)
    return (
      <SourceForm<Extract<Source, { kind: 'films' }>>
        films={({ onChange }) => <PreviewFields asset={asset} onChange={onChange} />}
        close={close}
        onSubmit={(chosen) => void store.flush().then(() => setSource(chosen))}
      />
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
  const { revision } = plan.data
  const send = (decisions: PlanDecisions) =>
    apply.mutate({
      params: { id: translation._id },
      body: { by: source, apply: true, revision, ...decisions },
    })
  return (
    <PlanReview
      plan={plan.data}
      films={source.kind === 'films' ? { old: source.from, new: source.to } : null}
      isSending={apply.isPending}
      apply={send}
      back={back}
    />
  )
}

/** Writes the lines of a revision again. Later changes by others are refused by their versions. */
function useRestore(id: string) {
  const { call } = useService()
  const { store } = useEditor()
  const { t } = useTranslation('conform')
  const { list, put } = translations.translationLines
  return async (revision: number) => {
    try {
      const query = { revision: String(revision) }
      const lines = await call(list, { params: { id }, query })
      const body = lines.map(({ version: _version, ...line }) => line)
      await call(put, { params: { id }, body })
      void store.fetchChanges()
      showToast(t('undone'))
    } catch (error) {
      showToast((error as Error).message, { tone: 'bad' })
    }
  }
}
