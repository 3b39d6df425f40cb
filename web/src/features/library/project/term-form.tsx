import { Button, TextInput } from '@mantine/core'
import { FormSelect } from '../../../ui/fields/form-select.tsx'
import { memory } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useTerritoryLanguages } from '../../shared/lookups.ts'
import { FormDialog } from '../../../ui/feedback/dialog.tsx'
import { textField } from '../../../ui/fields/form-data.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import styles from './terms.module.css'

type Props = { project: string; term: memory.ProjectTerm | undefined; onClose: () => void }

export function TermForm({ project, term, onClose }: Props) {
  const { t } = useTranslation(['library', 'common'])
  const languages = useTerritoryLanguages()
  const touches = ['/projects']
  const done = () => {
    showToast(t('common:saved'))
    onClose()
  }
  const create = useEndpointMutation(memory.createTerm, { invalidates: touches, onSuccess: done })
  const change = useEndpointMutation(memory.changeTerm, { invalidates: touches, onSuccess: done })
  const restore = useEndpointMutation(memory.createTerm, { invalidates: touches })
  const remove = useEndpointMutation(memory.removeTerm, { invalidates: touches })
  const save = (form: FormData) => {
    const body = {
      kind: textField(form, 'kind') as memory.TermKind,
      source: textField(form, 'source').trim(),
      language: textField(form, 'language'),
      target: textField(form, 'target').trim(),
      forbidden: textField(form, 'forbidden')
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
      note: textField(form, 'note').trim(),
    }
    if (term) change.mutate({ params: { id: project, term: term._id }, body })
    else create.mutate({ params: { id: project }, body })
  }
  const removeWithUndo = async ({ _id, ...removed }: memory.ProjectTerm) => {
    await remove.mutateAsync({ params: { id: project, term: _id } })
    const { kind, source, language, target, forbidden, note } = removed
    const body = { kind, source, language, target, forbidden, note }
    showToast(t('terms.removed', { term: source }), {
      action: {
        name: t('common:undo'),
        run: () => restore.mutate({ params: { id: project }, body }),
      },
    })
    onClose()
  }
  return (
    <FormDialog
      title={term ? t('terms.edit') : t('terms.add')}
      onClose={onClose}
      onSubmit={save}
      actions={
        <>
          {term && (
            <Button
              className={styles.remove}
              variant="default"
              loading={remove.isPending}
              onClick={() => void removeWithUndo(term).catch(() => {})}
            >
              {t('common:remove')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={create.isPending || change.isPending}>
            {t('common:save')}
          </Button>
        </>
      }
    >
      <TextInput
        name="source"
        label={t('terms.source')}
        defaultValue={term?.source}
        required
        maxLength={300}
        autoFocus
        dir="auto"
      />
      <TextInput
        name="target"
        label={t('terms.target')}
        description={t('terms.targetHint')}
        defaultValue={term?.target}
        maxLength={300}
        dir="auto"
      />
      <div className={styles.pair}>
        <FormSelect
          name="language"
          label={t('terms.language')}
          defaultValue={term?.language ?? ''}
          data={[
            { value: '', label: t('terms.allLanguages') },
            ...languages.options.map(({ value, name }) => ({ value, label: name })),
          ]}
        />
        <FormSelect
          name="kind"
          label={t('terms.kind')}
          defaultValue={term?.kind ?? 'term'}
          data={memory.TERM_KINDS.map((kind) => ({ value: kind, label: t(`terms.kinds.${kind}`) }))}
        />
      </div>
      <TextInput
        name="forbidden"
        label={t('terms.forbidden')}
        description={t('terms.forbiddenHint')}
        defaultValue={term?.forbidden.join(', ')}
        dir="auto"
      />
      <TextInput name="note" label={t('terms.note')} defaultValue={term?.note} dir="auto" />
    </FormDialog>
  )
}
