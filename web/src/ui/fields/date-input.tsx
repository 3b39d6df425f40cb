import { useState, type ChangeEvent } from 'react'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { formatField, type DateFieldType } from '../format/date-field.ts'
import styles from './date-input.module.css'

type Props = Omit<TextInputProps, 'type' | 'value' | 'defaultValue'> & {
  type: DateFieldType
  value?: string
  defaultValue?: string
}

/**
 * Browsers show the value of a date field in the format of their own language. This field shows it
 * in that of the app, until it has the focus.
 */
export function DateInput({ type, value, defaultValue = '', onChange, ...props }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(defaultValue)
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    setTyped(event.currentTarget.value)
    onChange?.(event)
  }
  const text = value ?? typed
  return (
    <TextInput
      {...props}
      {...(value === undefined ? { defaultValue } : { value })}
      type={type}
      onChange={change}
      classNames={{ wrapper: styles.wrapper!, input: styles.input!, section: styles.section! }}
      leftSection={
        <span className={styles.text} aria-hidden="true">
          {text ? formatField(type, text) : t('noDate')}
        </span>
      }
      leftSectionWidth="100%"
      leftSectionPointerEvents="none"
    />
  )
}
