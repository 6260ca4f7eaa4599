import { rulesOf } from '../../definition/rules.ts'
import { location } from '../location/location.ts'
import { quick_invoice_setting } from './quick_invoice_setting.ts'

const { rules } = rulesOf(quick_invoice_setting)

export const quickInvoiceSettingRules = rules({
  create: {
    async load(draft, read) {
      await read.one(location, draft.location_id, 'location_id')
    },
  },
})
