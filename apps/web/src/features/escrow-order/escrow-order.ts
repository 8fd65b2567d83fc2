export { CreateOrder } from './CreateOrder.tsx'
export { OrderActions } from './OrderActions.tsx'
export { DepositBalance, OrderMoney, OrderPageActions } from './OrderPage.tsx'
export { OrderBadge, orderStatusName } from './OrderBadge.tsx'
