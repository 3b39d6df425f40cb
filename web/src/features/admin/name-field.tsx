import { TextInput } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'

type Props = { value: string; error: string | undefined; onChange: (name: string) => void }

export function NameField({ value, error, onChange }: Props) {
  const { t } = useTranslation('admin')
  return (
    <TextInput
      label={t('name')}
      required
      maxLength={300}
      dir="auto"
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
