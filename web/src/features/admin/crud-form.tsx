import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { Form, type FormProps } from '../../ui/fields/form.tsx'

type Named = { name: string }
type Crud<R> = {
  error: Error | null
  isSaving: boolean
  isRemoving: boolean
  remove: (record: R) => void
}
type Props<R extends Named> = Omit<FormProps, 'label' | 'error' | 'isSaving' | 'extraActions'> & {
  crud: Crud<R>
  record: R | undefined
  newTitle: string
}

/** The form of a record that can be removed, or of a new one. */
export function CrudForm<R extends Named>({ crud, record, newTitle, ...props }: Props<R>) {
  const { t } = useTranslation()
  return (
    <Form
      {...props}
      label={record?.name ?? newTitle}
      error={crud.error}
      isSaving={crud.isSaving}
      extraActions={
        record && (
          <Button variant="default" loading={crud.isRemoving} onClick={() => crud.remove(record)}>
            {t('remove')}
          </Button>
        )
      }
    />
  )
}
