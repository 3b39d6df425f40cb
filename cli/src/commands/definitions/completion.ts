import type { CommandDefinition } from '../definition.ts'

export const completionCommands: CommandDefinition[] = [
  {
    name: 'completion',
    description: 'Print a completion script for your shell',
    args: [['<shell>', 'your shell', ['bash', 'zsh', 'fish']]],
    examples: [
      'completion bash > ~/.local/share/bash-completion/completions/reelay',
      'completion zsh > "${fpath[1]}/_reelay"',
      'completion fish > ~/.config/fish/completions/reelay.fish',
    ],
    notes:
      'Completes commands, flags and fixed values. It never contacts the service, so it is instant.',
    async run({ shell }, { commands }) {
      const { completionScript } = await import('../completion.ts')
      process.stdout.write(completionScript(shell as 'bash', commands))
    },
  },
]
