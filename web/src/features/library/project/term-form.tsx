import { Button, NativeSelect, TextInput } from '@mantine/core'
import { memory } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useTerritoryLanguages } from '../../shared/lookups.ts'
import { FormDialog } from '../../../ui/feedback/dialog.tsx'
import { typed } from '../../../ui/fields/form-data.ts'
import { tell, tellBefore } from '../../../ui/feedback/toasts.tsx'
import styles from './terms.module.css'

type Parts = { project: string; term: memory.Term | undefined; onClose: () => void }

export function TermForm({ project, term, onClose }: Parts) {
  const { t } = useTranslation(['library', 'common'])
  const languages = useTerritoryLanguages()
  const touches = ['/projects']
  const done = () => {
    tell(t('common:saved'))
    onClose()
  }
  const create = useEndpointMutation(memory.createTerm, { touches, done })
  const change = useEndpointMutation(memory.changeTerm, { touches, done })
  const remove = useEndpointMutation(memory.removeTerm, { touches })
  const save = (form: FormData) => {
    const body = {
      kind: typed(form, 'kind') as memory.TermKind,
      source: typed(form, 'source').trim(),
      language: typed(form, 'language'),
      target: typed(form, 'target').trim(),
      forbidden: typed(form, 'forbidden')
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
      note: typed(form, 'note').trim(),
    }
    if (term) change.act({ params: { id: project, term: term._id }, body })
    else create.act({ params: { id: project }, body })
  }
  const giveUp = (gone: memory.Term) => {
    onClose()
    tellBefore(t('terms.removed', { term: gone.source }), {
      undo: t('common:undo'),
      run: () => remove.act({ params: { id: project, term: gone._id } }),
      undone: () => {},
    })
  }
  return (
    <FormDialog
      title={term ? t('terms.change') : t('terms.add')}
      onClose={onClose}
      onSubmit={save}
      acts={
        <>
          {term && (
            <Button className={styles.remove} variant="default" onClick={() => giveUp(term)}>
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
        <NativeSelect
          name="language"
          label={t('terms.language')}
          defaultValue={term?.language ?? ''}
          data={[
            { value: '', label: t('terms.every') },
            ...languages.options.map(({ value, name }) => ({ value, label: name })),
          ]}
        />
        <NativeSelect
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
