import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

/** A link that looks like a button. The style overrides the colour that app.css gives to links. */
export const LinkButton = createLink(
  ({
    ref,
    ...rest
  }: ButtonProps &
    Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & {
      ref?: Ref<HTMLAnchorElement>
    }) => <Button component="a" ref={ref} {...rest} style={{ color: 'var(--button-color)' }} />,
)
