import { useState } from 'react'
import { Button } from '@mantine/core'
import { materialRules, translationRules, translations, workrequests } from '@reelay/api/contract'
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useService } from '../../../api/service-context.ts'
import { FormDialog } from '../../../ui/feedback/dialog.tsx'
import { FormSelect } from '../../../ui/fields/form-select.tsx'
import { textField } from '../../../ui/fields/form-data.ts'
import { usePermissions } from '../../shared/current-user.ts'
import { commonTranslators } from './common-translators.ts'
import { useChangeRequests } from './use-change-all.ts'
import styles from './work-requests-page.module.css'

type Props = { selected: workrequests.WorkRequest[]; onDone: () => void }

/** Assigns one translator to the ordered translations of all selected requests. */
export function BulkTranslator({ selected, onDone }: Props) {
  const { t } = useTranslation('requests')
  const permissions = usePermissions()
  const [isOpen, setOpen] = useState(false)
  const translated = selected.filter(
    (request) => materialRules.orderedTranslations(request).length > 0,
  )
  if (!translationRules.mayAssign({ permissions }) || translated.length === 0) return null
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        {t('assignTranslator')}
      </Button>
      {isOpen && (
        <TranslatorDialog selected={translated} onClose={() => setOpen(false)} onDone={onDone} />
      )}
    </>
  )
}

function TranslatorDialog({ selected, onClose, onDone }: Props & { onClose: () => void }) {
  const { t } = useTranslation(['requests', 'request', 'common'])
  const { call } = useService()
  const changeRequests = useChangeRequests()
  const candidates = useCommonTranslators(selected)
  const save = (form: FormData) => {
    const translator = textField(form, 'translator') || null
    onClose()
    onDone()
    const assign = (id: string, to: string | null) =>
      call(translations.changeTranslation, { params: { id }, body: { translator: to } })
    void changeRequests(t('assignTranslator'), selected, {
      change: async (request) => {
        for (const { _id } of materialRules.orderedTranslations(request))
          await assign(_id, translator)
      },
      undo: async (request) => {
        for (const { _id, translator: before } of materialRules.orderedTranslations(request))
          await assign(_id, before?._id ?? null)
      },
    })
  }
  return (
    <FormDialog
      title={t('assignTranslator')}
      onClose={onClose}
      onSubmit={save}
      actions={
        <Button type="submit" loading={!candidates}>
          {t('common:save')}
        </Button>
      }
    >
      <FormSelect
        name="translator"
        label={t('column.assignee')}
        defaultValue=""
        data={[
          { value: '', label: t('request:translation.unassigned') },
          ...(candidates ?? []).map(({ _id, name, open }) => ({
            value: _id,
            label: `${name} · ${t('request:translation.workload', { count: open })}`,
          })),
        ]}
      />
      <p className={styles.hint}>{t('translatorsOfAll', { count: selected.length })}</p>
    </FormDialog>
  )
}

/** Undefined while they are loading. */
function useCommonTranslators(selected: workrequests.WorkRequest[]) {
  const { call } = useService()
  const results = useQueries({
    queries: selected.map(({ _id: id }) => ({
      queryKey: [workrequests.listTranslators.path, { params: { id } }],
      queryFn: () => call(workrequests.listTranslators, { params: { id } }),
      staleTime: 60_000,
    })),
  })
  return results.some(({ isLoading }) => isLoading)
    ? undefined
    : commonTranslators(results.map(({ data }) => data ?? []))
}
