import type { translations } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Checks } from '../checks/findings-list.tsx'
import { ExportWindow, ImportWindow } from './import-export.tsx'
import { HandIn } from './submit.tsx'
import { Keys } from '../shortcuts/shortcut-help.tsx'
import { MergeWindow } from './merge.tsx'
import { Reasoned } from './send-back.tsx'
import { ShiftWindow } from './shift-times.tsx'

export type Window =
  | 'checks'
  | 'find'
  | 'replace'
  | 'keys'
  | 'handIn'
  | 'reject'
  | 'reopen'
  | 'shift'
  | 'import'
  | 'export'
  | 'merge'
type Parts = {
  shown: Window | null
  close: () => void
  open: (window: Window) => void
  translation: translations.Translation
  /** What its files are called after. */ asset: string
  isNarrow: boolean
}

/**
 * What lies over the page, one at a time. Find and, where there is room, the checks have their
 * place in it.
 */
export function Windows({ shown, close, open, translation, asset, isNarrow }: Parts) {
  const { t } = useTranslation(['translate', 'checks'])
  switch (shown) {
    case 'checks':
      return isNarrow ? (
        <Dialog title={t('checks:title')} onClose={close}>
          <Checks onGo={close} />
        </Dialog>
      ) : null
    case 'keys':
      return (
        <Dialog title={t('keys.title')} onClose={close} size="wide">
          <Keys />
        </Dialog>
      )
    case 'handIn':
      return (
        <Dialog title={t('decide.handIn')} onClose={close}>
          <HandIn translation={translation} close={close} toChecks={() => open('checks')} />
        </Dialog>
      )
    case 'reject':
      return (
        <Dialog title={t('decide.reject')} onClose={close}>
          <Reasoned translation={translation} to="rejected" close={close} />
        </Dialog>
      )
    case 'reopen':
      return (
        <Dialog title={t('decide.reopen')} onClose={close}>
          <Reasoned translation={translation} to="incomplete" close={close} />
        </Dialog>
      )
    case 'shift':
      return (
        <Dialog title={t('line.shift')} onClose={close}>
          <ShiftWindow close={close} />
        </Dialog>
      )
    case 'import':
      return (
        <Dialog title={t('import.open')} onClose={close}>
          <ImportWindow translation={translation} close={close} />
        </Dialog>
      )
    case 'export':
      return (
        <Dialog title={t('export.open')} onClose={close}>
          <ExportWindow translation={translation} name={asset} />
        </Dialog>
      )
    case 'merge':
      return (
        <Dialog title={t('merge.title')} onClose={close} size="wide">
          <MergeWindow id={translation._id} close={close} />
        </Dialog>
      )
    default:
      return null
  }
}
