import { pageAssets } from '../../pages/assets.ts'
import { hostedPagePort } from '../../pages/hostedpaymentpage/hosted-page-port.ts'
import { hostedPages } from '../../pages/hostedpaymentpage/hosted-page-routes.ts'
import { secondsToWait } from '../../pages/hostedpaymentpage/page-address.ts'
import { logoRoutes } from '../../pages/logos.ts'
import { paylinkPagePort } from '../../pages/paylink/paylink-port.ts'
import { paylinkPages } from '../../pages/paylink/paylink-routes.ts'
import { invoicePagePort } from '../../pages/quickinvoice/invoice-port.ts'
import { quickinvoicePages } from '../../pages/quickinvoice/invoice-routes.ts'
import { paylinkTasks } from '../../resources/paylink/paylink.tasks.ts'
import { quickinvoiceTasks } from '../../resources/quickinvoice/quickinvoice.tasks.ts'
import { remindersDue } from '../../resources/quickinvoice/remind.ts'
import { begin } from '../../resources/transaction/transaction.operations.ts'
import type { Core, Feature } from '../parts.ts'

/** Invoices, paylinks and hosted payment pages, and the messages of the first two. */
export function checkoutFeature(core: Core): Feature {
  const { config, assets, clock, publicUrl, messaging } = core
  const parts = { ...core, messages: messaging.messages, payer_tries: config.payer_tries }
  const sandbox = config.mode === 'sandbox'
  const page = { assets, clock, publicUrl, sandbox }
  return {
    async routes(http) {
      await http.register(pageAssets, { assets })
      await http.register(logoRoutes, core)
      await http.register(quickinvoicePages, { ...page, port: invoicePagePort(parts) })
      const wait = (page_id: string, remote_ip: string) => secondsToWait(parts, page_id, remote_ip)
      await http.register(hostedPages, { ...page, port: hostedPagePort({ ...parts, begin }), secondsToWait: wait })
      await http.register(paylinkPages, { ...page, port: paylinkPagePort(parts) })
    },
    tasks: { ...quickinvoiceTasks(parts), ...paylinkTasks(parts) },
    dueScans: [remindersDue],
    close: () => core.printer.close(),
  }
}
