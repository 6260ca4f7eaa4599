import type { Command, CommandAct } from '../../definition/command.ts'
import type { Resource } from '../../definition/resource.ts'
import { quotaRefusal, type UsedUp } from '../../lib/quotas.ts'
import type { Channel } from '../../messages/ports.ts'

/**
 * The same command, which sends messages: 429 where each of them would be held back, since its merchant has sent all
 * that it may. `channelsOf` returns how it would send them.
 */
export function withinQuota<R extends Resource>(
  command: Command<R>,
  channelsOf: (act: CommandAct<R>) => readonly Channel[],
): Command<R> {
  return {
    ...command,
    async run(act) {
      const { quotas } = act.parts
      const refused: UsedUp[] = []
      const channels = new Set(channelsOf(act))
      for (const channel of channels) {
        const found = await quotas.usedUp(act.actor.caller.root_id, channel === 'email' ? 'mail' : 'text')
        if (found) refused.push(found)
      }
      const [first] = refused
      if (first && refused.length === channels.size) throw quotaRefusal(first, act.moment.seconds)
      return command.run(act)
    },
  }
}
