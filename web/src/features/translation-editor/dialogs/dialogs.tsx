import { lazy, Suspense } from 'react'
import type { translations } from '@reelay/api/contract'
import { loadNamespaces, useTranslation } from '../../../i18n/i18n.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { PendingRows } from '../../../ui/feedback/pending.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { LazyLineImport } from '../../shared/line-import/lazy-line-import.tsx'
import { useEditor } from '../editor-context.ts'
import { SubmitForm } from './submit.tsx'
import { ScriptMerge } from './merge.tsx'
import { RejectOrReopenForm } from './reject-or-reopen.tsx'
import { ShiftForm } from './shift-times.tsx'

/** Needed rarely, so it is loaded when it opens. */
const ConformDialog = lazy(async () => ({
  default: (await import('../conform/conform-dialog.tsx')).ConformDialog,
}))

const DraftsDialog = lazy(async () => {
  const [{ DraftsDialog: dialog }] = await Promise.all([
    import('../drafts/drafts-dialog.tsx'),
    loadNamespaces('drafts'),
  ])
  return { default: dialog }
})

export type EditorPanel =
  | 'checks'
  | 'comments'
  | 'find'
  | 'replace'
  | 'submit'
  | 'reject'
  | 'reopen'
  | 'shift'
  | 'import'
  | 'export'
  | 'merge'
  | 'conform'
  | 'drafts'
type Props = {
  panel: EditorPanel | null
  close: () => void
  open: (panel: EditorPanel) => void
  translation: translations.Translation
  /** Exported files are named after it. */
  asset: string
}

/** The open dialog. Find and the checks are part of the page instead. */
export function EditorDialogs({ panel, close, open, translation, asset }: Props) {
  const { t } = useTranslation(['translation-editor', 'checks'])
  const { store } = useEditor()
  switch (panel) {
    case 'submit':
      return (
        <Dialog title={t('status.submitForApproval')} onClose={close}>
          <SubmitForm translation={translation} close={close} showChecks={() => open('checks')} />
        </Dialog>
      )
    case 'reject':
      return (
        <Dialog title={t('status.reject')} onClose={close}>
          <RejectOrReopenForm translation={translation} to="rejected" close={close} />
        </Dialog>
      )
    case 'reopen':
      return (
        <Dialog title={t('status.reopen')} onClose={close}>
          <RejectOrReopenForm translation={translation} to="incomplete" close={close} />
        </Dialog>
      )
    case 'shift':
      return (
        <Dialog title={t('line.shift')} onClose={close}>
          <ShiftForm close={close} />
        </Dialog>
      )
    case 'import':
      return (
        <Dialog title={t('import.open')} size="middle" onClose={close}>
          <LazyLineImport
            id={translation._id}
            flush={store.flush}
            onDone={() => void store.fetchChanges()}
            close={close}
          />
        </Dialog>
      )
    case 'export':
      return (
        <Dialog title={t('export.open')} onClose={close}>
          <ExportDialog translation={translation} name={asset} />
        </Dialog>
      )
    case 'merge':
      return (
        <Dialog title={t('merge.title')} onClose={close} size="wide">
          <ScriptMerge id={translation._id} close={close} />
        </Dialog>
      )
    case 'conform':
      return (
        <Dialog title={t('conform')} onClose={close} size="wide">
          <Suspense fallback={<PendingRows rows={3} />}>
            <ConformDialog asset={translation.asset} close={close} />
          </Suspense>
        </Dialog>
      )
    case 'drafts':
      return (
        <Dialog title={t('draftByMachine')} onClose={close}>
          <Suspense fallback={<PendingRows rows={3} />}>
            <DraftsDialog close={close} />
          </Suspense>
        </Dialog>
      )
    default:
      return null
  }
}
