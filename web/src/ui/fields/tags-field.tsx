import { useState } from 'react'
import { TextInput } from '@mantine/core'
import { parseTags } from './parse-tags.ts'

type Props = {
  label: string
  placeholder?: string
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** Comma-separated words. Parsed on blur, so that a comma can be typed. */
export function TagsField({ label, placeholder, value, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const apply = () => {
    if (typed !== null) onChange(parseTags(typed))
    setTyped(null)
  }
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      maxLength={2000}
      value={typed ?? value.join(', ')}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault()
          apply()
        }
      }}
    />
  )
}
