import { rulesOf } from '../../definition/rules.ts'
import { email_blacklist } from './email_blacklist.ts'

const { rules, accept } = rulesOf(email_blacklist)

export const emailBlacklistRules = rules({
  create: { decide: draft => accept({ email: draft.email.toLowerCase() }) },
})
