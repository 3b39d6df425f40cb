import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

/** A link that looks like the button it is pressed as. */
export const LinkButton = createLink(({ ref, ...rest }: ButtonProps & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & { ref?: Ref<HTMLAnchorElement> }) => <Button component="a" ref={ref} {...rest} />)
