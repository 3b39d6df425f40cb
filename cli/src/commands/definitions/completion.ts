import type { Declared } from '../definition.ts'

export const completionCommands: Declared[] = [
  {
    name: 'completion',
    about: 'Print what makes a shell complete the words of this program',
    words: [['<shell>', 'which shell', ['bash', 'zsh', 'fish']]],
    examples: [
      'completion bash > ~/.local/share/bash-completion/completions/reelay',
      'completion zsh > "${fpath[1]}/_reelay"',
      'completion fish > ~/.config/fish/completions/reelay.fish',
    ],
    more: 'It completes commands, flags and the values that are known beforehand. It asks no service: a key that is pressed twice should not wait for a network.',
    async run({ shell }) {
      const [{ scriptFor }, { COMMANDS }] = await Promise.all([
        import('../completion.ts'),
        import('./all.ts'),
      ])
      process.stdout.write(scriptFor(shell as 'bash', COMMANDS))
    },
  },
]
