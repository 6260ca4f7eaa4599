import { pageAssets } from '../../pages/assets.ts'
import { paylinkPagePort } from '../../pages/paylink/paylink-port.ts'
import { paylinkPages } from '../../pages/paylink/paylink-routes.ts'
import { invoicePagePort } from '../../pages/quickinvoice/invoice-port.ts'
import { quickinvoicePages } from '../../pages/quickinvoice/invoice-routes.ts'
import { paylinkTasks } from '../../resources/paylink/paylink.tasks.ts'
import { quickinvoiceTasks } from '../../resources/quickinvoice/quickinvoice.tasks.ts'
import { remindersDue } from '../../resources/quickinvoice/remind.ts'
import type { Core, Feature } from '../parts.ts'

/** Invoices and paylinks: their pay pages and their messages. */
export function checkoutFeature(core: Core): Feature {
  const { config, assets, clock, publicUrl, messaging } = core
  const parts = { ...core, messages: messaging.messages, payer_tries: config.payer_tries }
  const page = { assets, clock, publicUrl }
  return {
    async routes(http) {
      await http.register(pageAssets, { assets })
      await http.register(quickinvoicePages, { ...page, port: invoicePagePort(parts) })
      const sandbox = config.mode === 'sandbox'
      await http.register(paylinkPages, { ...page, port: paylinkPagePort(parts), sandbox })
    },
    tasks: { ...quickinvoiceTasks(parts), ...paylinkTasks(parts) },
    dueScans: [remindersDue],
  }
}
