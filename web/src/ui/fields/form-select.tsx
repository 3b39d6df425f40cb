import { useState } from 'react'
import { NativeSelect, type NativeSelectProps } from '@mantine/core'

/**
 * A select of a form that is read as FormData. It controls its value, because Preact ignores the
 * `defaultValue` of a select whose options are components, as those of Mantine are.
 */
export function FormSelect({
  defaultValue,
  ...props
}: Omit<NativeSelectProps, 'value' | 'onChange' | 'defaultValue'> & { defaultValue: string }) {
  const [value, setValue] = useState(defaultValue)
  return (
    <NativeSelect
      {...props}
      value={value}
      onChange={({ currentTarget }) => setValue(currentTarget.value)}
    />
  )
}
